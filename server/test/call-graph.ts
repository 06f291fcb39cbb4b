// Which functions of the core reach which: read from the source, by the names they mention. Enough to tell what can't
// happen in a function; not what does.
import { importsOf, type SourceFile, withoutComments } from '#test/sources.ts';

/** A function of a source file. */
export interface SourceFunction {
  name: string;
  path: string;
  line: number;
  /** From its name to its closing brace, without comments. */
  text: string;
}

/** All functions that stand at the top of a file. */
export function functionsOf({ path, text }: SourceFile): SourceFunction[] {
  const code = withoutComments(text);
  const found = code.matchAll(/^(?:export )?(?:async )?function\*? (\w+)[\s\S]*?^}/gm);
  return [...found].map((match) => ({
    name: match[1]!,
    path,
    line: code.slice(0, match.index).split('\n').length,
    text: match[0],
  }));
}

/** Finds, for a function, itself and every function of these files that it mentions, and those they mention. */
export function reachIn(files: SourceFile[]): (from: SourceFunction) => Set<SourceFunction> {
  const visible = new Map(files.map((file) => [file.path, visibleIn(file, files)]));
  return (from) => {
    const reached = new Set([from]);
    // What is added while the loop runs is gone through as well.
    for (const one of reached) {
      const words = new Set(one.text.match(/\w+/g));
      for (const other of visible.get(one.path)!) if (words.has(other.name)) reached.add(other);
    }
    return reached;
  };
}

/** The functions of a file and those of the files that it imports. */
function visibleIn(file: SourceFile, files: SourceFile[]): SourceFunction[] {
  const imported = importsOf(file).map(({ specifier }) => specifier.replace(/^#core/, 'src/core'));
  const words = new Set(withoutComments(file.text).match(/\w+/g));
  const others = files.filter(({ path }) => imported.includes(path)).flatMap(functionsOf);
  return [...functionsOf(file), ...others.filter(({ name }) => words.has(name))];
}
