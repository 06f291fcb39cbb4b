// What a command says: its result as text or JSON, passing lines of progress, notes.
import { resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Conversation, Terminal } from '#src/cli/context.ts';

const progressEveryMs = 5_000;

/** A conversation over a terminal. `end` clears a line of progress that still stands there. */
export function openConversation(terminal: Terminal, asJson: boolean): Conversation & { end(): void } {
  const { stdout, stderr, cwd, signal, columns } = terminal;
  let standing = false;
  let lastProgressMs = Number.NEGATIVE_INFINITY;

  function end() {
    if (standing) stderr('\r\x1b[K');
    standing = false;
  }
  return {
    end,
    print(value, human) {
      end();
      stdout(asJson ? `${JSON.stringify(value, null, 2)}\n` : `${human.replace(/\n+$/, '')}\n`);
    },
    progress(line) {
      if (asJson) return;
      if (columns) {
        stderr(`\r\x1b[K${line.slice(0, columns - 1)}`);
        standing = true;
        return;
      }
      const now = performance.now();
      if (now - lastProgressMs < progressEveryMs) return;
      lastProgressMs = now;
      stderr(`${line}\n`);
    },
    note(line) {
      if (asJson) return;
      end();
      stderr(`${line}\n`);
    },
    async confirm(question) {
      if (asJson || !terminal.ask) return true;
      end();
      const answer = await terminal.ask(`${question} [Y/n] `);
      signal.throwIfAborted();
      return /^(y|yes)?$/i.test(answer.trim());
    },
    path: (file) => resolve(cwd, file),
    cwd,
    signal,
  };
}

/** Rows under headings, in columns. Control characters are dropped: they could rewrite the terminal. */
export function table(headings: string[], rows: string[][]): string {
  const lines = [headings.map((heading) => heading.toUpperCase()), ...rows].map((row) => row.map(plain));
  const widths = headings.map((_, place) => Math.max(...lines.map((row) => row[place]!.length)));
  return lines
    .map((row) =>
      row
        .map((cell, place) => cell.padEnd(widths[place]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Named values, one a line, those without a value left out. */
export function facts(values: Record<string, string | undefined>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  const width = Math.max(...given.map(([name]) => name.length));
  return given.map(([name, value]) => `${name.padEnd(width)}  ${plain(value!)}`).join('\n');
}

/** A moment as people read it, to the minute: `2027-01-31 09:30 UTC`. */
export function moment(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** A number of bytes as people read it: `12 kB`, `3.4 MB`. */
export function bytes(count: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(Math.floor(Math.log10(Math.max(count, 1)) / 3), units.length - 1);
  const value = count / 1000 ** power;
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${units[power]}`;
}

function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return stripVTControlCharacters(text).replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ');
}
