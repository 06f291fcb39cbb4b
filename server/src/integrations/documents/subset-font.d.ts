// What is used of `subset-font`, which brings no types.
declare module 'subset-font' {
  /** The font with its axes pinned, as the format asked for. Nothing else of it changes with `keepAllGlyphs`. */
  export default function subsetFont(
    font: Buffer,
    text: undefined,
    options: {
      keepAllGlyphs: true;
      targetFormat: 'truetype';
      variationAxes: Record<string, number>;
    },
  ): Promise<Buffer>;
}
