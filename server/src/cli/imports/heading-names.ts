// Headings as people write them: compared without what they write differently.

/** A heading without case, accents, spaces and signs. `E-Mail 2` becomes `email2`. */
export function foldHeading(heading: string): string {
  return heading
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Makes the look-up of the field that a heading names, with or without digits, from the names that fields commonly have:
 * written as folded headings without digits, separated by space.
 */
export function namesToFields<Field extends string>(
  names: Record<Field, string>,
): (heading: string) => Field | undefined {
  const fieldByName = new Map(
    (Object.keys(names) as Field[]).flatMap((field) =>
      names[field]
        .trim()
        .split(/\s+/)
        .map((name) => [name, field] as const),
    ),
  );
  return (heading) => fieldByName.get(foldHeading(heading).replace(/\d/g, ''));
}
