// What cells mean that only customers have: a status, several addresses, a value of a custom parameter.
import type { CustomerParameter } from '#core/customer-parameters/customer-parameter.ts';
import type { CustomerStatus } from '#core/customers/customer.ts';
import { readDate, readNumber, readYesNo, wordsToValues } from '#src/cli/imports/cell-values.ts';
import { foldHeading } from '#src/cli/imports/heading-names.ts';

/** The status that a word means. */
export const readStatus = wordsToValues<CustomerStatus>({
  active: 'aktiv actif active activo activa attivo attiva ativo actief enabled current open',
  inactive:
    'inaktiv inactif inactivo inactiva inattivo inattiva inativo inactief disabled paused former archived',
  banned: 'gesperrt blocked blockiert bloque bloqueado bloccato geblokkeerd blacklisted',
});

/** The addresses in a cell: several may be separated, and each may have a name or a scheme around it. */
export function readEmails(text: string): string[] {
  const inBrackets = [...text.matchAll(/<([^<>\s]+@[^<>\s]+)>/g)].map((match) => match[1]!);
  if (inBrackets.length > 0) return inBrackets;
  return text
    .split(/[\s,;|]+|:::/)
    .map((part) => part.replace(/^mailto:/i, ''))
    .filter(Boolean);
}

/** The phone numbers in a cell. `.0` is what spreadsheets append to a number they took for a sum. */
export function readPhones(text: string): string[] {
  return text
    .split(/[,;|\n]+|:::/)
    .map((part) =>
      part
        .trim()
        .replace(/^tel:/i, '')
        .replace(/^(\d{7,})\.0$/, '$1'),
    )
    .filter(Boolean);
}

/** A value of a parameter, in the form its type has; what can't be read as that stays text and fails its check. */
export function readParameterValue(parameter: CustomerParameter, text: string): unknown {
  switch (parameter.type) {
    case 'number':
      return readNumber(text) ?? text;
    case 'boolean':
      return readYesNo(text) ?? text;
    case 'date':
      return readDate(text);
    case 'select':
      return choiceNamed(parameter, text);
    case 'multi_select':
      return text
        .split(/[,;|\n]+/)
        .map((part) => choiceNamed(parameter, part.trim()))
        .filter(Boolean);
    default:
      return text;
  }
}

function choiceNamed({ options }: CustomerParameter, text: string): string {
  const folded = foldHeading(text);
  const exact = options.find(({ value }) => value === text);
  const alike = options.find(
    ({ value, label }) => foldHeading(value) === folded || foldHeading(label) === folded,
  );
  return (exact ?? alike)?.value ?? text;
}
