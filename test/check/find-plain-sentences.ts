import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface PlainSentence {
  line: number;
  text: string;
}

const QUOTED = String.raw`['"\u0060]`;

/** Ways to create a sentence for users that bypass `sentence()`. */
const PATTERNS = [
  new RegExp(String.raw`new (?:ReelscopeError|\w+Failure)\(\s*[^,()]+,\s*(?:\{\s*message:\s*)?${QUOTED}[^]*?\)`, 'g'),
  new RegExp(String.raw`\b(?:reason|message): ${QUOTED}[A-Z][^\n]*?[^\\]${QUOTED}`, 'g'),
];

/** Finds errors, warnings, and reasons whose English text is not in `contract/locales/en/messages.json`. */
export function findPlainSentences(source: string): PlainSentence[] {
  return PATTERNS.flatMap((pattern) =>
    [...source.matchAll(pattern)].map(({ 0: found, index }) => ({
      line: source.slice(0, index).split('\n').length,
      text: found.replace(/\s+/g, ' '),
    })),
  );
}

/**
 * Finds them in the rooms whose sentences reach a window, as `file:line: text`. The client of the command line is
 * English.
 */
export function findPlainSentencesIn(root: string): string[] {
  const files = globSync('src/{db,media,models,modules,pipeline,server,storage}/**/*.ts', {
    cwd: root,
    exclude: ['src/server/client/**'],
  });
  return files.flatMap((file) =>
    findPlainSentences(readFileSync(join(root, file), 'utf8')).map(({ line, text }) => `${file}:${line}: ${text}`),
  );
}
