// Reads the project's own source as text: files, imports, exported names and routes. It relies on the formatter, which
// puts every import, export and closing brace where it is looked for here.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const serverFolder = join(import.meta.dirname, '..');

/** A file of the server, named as seen from its folder: `src/core/scope.ts`. */
export interface SourceFile {
  path: string;
  text: string;
  lines: string[];
}

/** One import: what is named, whether only types are taken, and the line it stands on, from 1. */
export interface Import {
  specifier: string;
  typeOnly: boolean;
  line: number;
}

/** An exported name and whether a docstring stands above it. */
export interface Export {
  name: string;
  isFunction: boolean;
  hasDocstring: boolean;
  line: number;
}

/** A route as its file declares it, without the prefix of its area. */
export interface DeclaredRoute {
  method: string;
  path: string;
  line: number;
}

/** The source, SQL and text files under folders, which are named as seen from the server's, by path. */
export function readSources(...folders: string[]): SourceFile[] {
  const paths = globSync(
    folders.map((folder) => `${folder}/**/*.{ts,sql,md}`),
    { cwd: serverFolder, exclude: ['**/node_modules/**'] },
  );
  return paths.sort().map((path) => sourceFile(path, readFileSync(join(serverFolder, path), 'utf8')));
}

/** The documents that lie beside the workspaces: README.md, ARCHITECTURE.md, … */
export function readDocuments(): SourceFile[] {
  const paths = globSync('../*.md', { cwd: serverFolder });
  return paths.sort().map((path) => sourceFile(path, readFileSync(join(serverFolder, path), 'utf8')));
}

/** A file with a text of its own; for tests of the checks. */
export function sourceFile(path: string, text: string): SourceFile {
  return { path, text, lines: text.split('\n') };
}

/** All imports and re-exports of a file, those inside types and calls too. */
export function importsOf({ text }: SourceFile): Import[] {
  const code = withoutComments(text);
  const statements = [...code.matchAll(/^(?:import|export)\b([^;'"`]*?)\bfrom\s+'([^']+)'/gm)].map(
    (match) => ({
      specifier: match[2]!,
      typeOnly: /^\s*type\b/.test(match[1]!) || takesOnlyTypes(match[1]!),
      line: lineAt(code, match.index),
    }),
  );
  const bare = [...code.matchAll(/^import\s+'([^']+)'/gm)].map((match) => ({
    specifier: match[1]!,
    typeOnly: false,
    line: lineAt(code, match.index),
  }));
  const inner = [...code.matchAll(/\bimport\(\s*'([^']+)'/g)].map((match) => ({
    specifier: match[1]!,
    typeOnly: !/await\s*$/.test(code.slice(0, match.index)),
    line: lineAt(code, match.index),
  }));
  return [...statements, ...bare, ...inner];
}

/** Everything a file exports by a declaration. */
export function exportsOf({ lines }: SourceFile): Export[] {
  const found: Export[] = [];
  const declaration =
    /^export (?:default )?(?:declare )?(?:async )?(function\*?|class|interface|type|const|let) (\w+)/;
  for (const [place, line] of lines.entries()) {
    const match = declaration.exec(line);
    if (!match) continue;
    const above = lines.slice(0, place).findLast((other) => !/^\/\/ biome-ignore/.test(other)) ?? '';
    const isFunction = match[1]!.startsWith('function') || /^export const \w+ = (async )?\(/.test(line);
    found.push({
      name: match[2]!,
      isFunction,
      hasDocstring: above.trimEnd().endsWith('*/'),
      line: place + 1,
    });
  }
  return found;
}

/** The routes a file of an area declares: `app.get('/customers/:customerId', …)`. */
export function routesOf({ text }: SourceFile): DeclaredRoute[] {
  const declarations = withoutComments(text).matchAll(
    /\b\w+\.(get|post|put|patch|delete)(?:<[^()]*?>)?\(\s*(['`])(\/[^'`]*)\2\s*,/g,
  );
  return [...declarations].map((match) => ({
    method: match[1]!.toUpperCase(),
    path: match[3]!,
    line: lineAt(text, match.index),
  }));
}

/** The text with comments blanked, line by line, so that places stay what they are. */
export function withoutComments(text: string): string {
  return text
    .replace(/^[ \t]*\/\*[\s\S]*?\*\//gm, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/(^|[ \t])\/\/[^\n]*/g, (comment) => ' '.repeat(comment.length));
}

function takesOnlyTypes(clause: string): boolean {
  const names = /\{([^}]*)\}/.exec(clause)?.[1];
  if (names === undefined || /^\s*\w+\s*,/.test(clause)) return false;
  const listed = names.split(',').filter((name) => name.trim() !== '');
  return listed.length > 0 && listed.every((name) => /^\s*type\s/.test(name));
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
