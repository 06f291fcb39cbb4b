// Email addresses: the form they are stored and compared in.

/** The most an address can have (RFC 5321, 4.5.3.1.3, less the angle brackets). */
export const emailLengthMax = 254;

// A dot-atom before the @, host labels after it; international letters are welcome on both sides. Quoted local parts
// and address literals are not: no customer has one, and every form field mistypes them.
const addressPattern =
  /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@([\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])$/u;

/**
 * The normal form of an address: no space around it, NFC, lower case on both sides of the @ (people do not tell
 * their mailboxes apart by case). `undefined` for text that is not an address.
 */
export function normalizeEmail(text: string): string | undefined {
  const address = text.trim().normalize('NFC').toLowerCase();
  const localPart = address.slice(0, address.lastIndexOf('@'));
  if (address.length > emailLengthMax || localPart.length > 64) return undefined;
  return addressPattern.test(address) ? address : undefined;
}
