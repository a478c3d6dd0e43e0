import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const DOCUMENTS = ['*.md', 'docs/**/*.md', '.github/**/*.md'];
/** Paths of the project in backticks, from its root or from `src`; `<name>` and `*` stand for any name. */
const PATH =
  /`((?:src|test|docs|build|bench|resources|locales|\.ci|\.github|\.vscode|base|contract|media|models|modules|pipeline|db|storage|server|main|preload|headless|renderer)\/[\w./*<>{},-]*)/g;
/** Paths of source files from `src` outside of backticks, as in the picture of the architecture. */
const FILE =
  /(?<![\w`/.])((?:base|contract|media|models|modules|pipeline|db|storage|server|main|headless|renderer)\/[\w./-]+\.tsx?)\b/g;
const LINK = /\]\((?!https?:|#|mailto:)([^)#\s]+)/g;
const ANCHOR = /\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g;

test.each(globSync(DOCUMENTS, { cwd: ROOT }).sort())('%s names files that exist', (document) => {
  const text = readFileSync(join(ROOT, document), 'utf8');
  const paths = [...text.matchAll(PATH), ...text.matchAll(FILE)].map(([, path]) =>
    path!.replace(/<\w+>/g, '*').replace(/[.,]$/, ''),
  );
  const missing = paths.filter((path) => !exists(path) && !exists(`src/${path}`));
  const links = [...text.matchAll(LINK)].map(([, link]) => link!);
  const broken = links.filter((link) => !existsSync(join(ROOT, dirname(document), link)));
  const anchors = [...text.matchAll(ANCHOR)].filter(([, link, anchor]) => {
    const target = link ? join(ROOT, dirname(document), link) : join(ROOT, document);
    return target.endsWith('.md') && !anchorsOf(readFileSync(target, 'utf8')).includes(anchor!);
  });
  expect({ missing, broken, anchors }).toEqual({ missing: [], broken: [], anchors: [] });
});

/** Anchors of the headings of a document, as GitHub makes them. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/ /g, '-'),
  );
}

function exists(path: string): boolean {
  return /[*{]/.test(path) ? globSync(path, { cwd: ROOT }).length > 0 : existsSync(join(ROOT, path));
}
