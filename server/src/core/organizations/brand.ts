// An organization's colour on pages and documents: what is written on it is always readable (WCAG 2, contrast 4.5 : 1).

/** Colour of buttons where an organization has none of its own. */
export const houseColor = '#0a5c55';

/**
 * The colour for text on a colour (`#rrggbb`): black or white, whichever stands out more. For any colour the better of
 * the two has a contrast of at least 4.58 : 1.
 */
export function textOn(color: string): '#000000' | '#ffffff' {
  return contrast(color, '#ffffff') >= contrast(color, '#000000') ? '#ffffff' : '#000000';
}

/** The contrast of two colours (`#rrggbb`), 1 to 21. Source: WCAG 2, contrast ratio. */
export function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((left, right) => left - right);
  return (lighter! + 0.05) / (darker! + 0.05);
}

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((place) => {
    const share = Number.parseInt(color.slice(place, place + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}
