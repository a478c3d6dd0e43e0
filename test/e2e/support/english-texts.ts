import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const ROOT = join(import.meta.dirname, '../../..');

function catalog(language: 'en' | 'de'): string[] {
  const files = globSync([`src/renderer/locales/${language}/*.json`, `src/contract/locales/${language}/*.json`], {
    cwd: ROOT,
  });
  const texts: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
  };
  for (const file of files) visit(JSON.parse(readFileSync(join(ROOT, file), 'utf8')));
  return texts;
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** A text with placeholders as a pattern; undefined if hardly any letters remain. */
function patternOf(text: string): RegExp | undefined {
  const parts = text.trim().split(/\{\{\w+\}\}/);
  if ((parts.join('').match(/\p{L}/gu)?.length ?? 0) < 4) return undefined;
  return new RegExp(`^${parts.map(literal).join('.+')}$`, 'u');
}

const german = new Set(catalog('de'));
const PATTERNS = catalog('en')
  .filter((text) => !german.has(text))
  .flatMap((text) => patternOf(text) ?? []);
/** Words that no German text contains; nor does it have the closing quotation mark of English. */
const ENGLISH_WORD = /(?<![\p{L}\p{N}-])(the|of|and|are|with|your|from|this|that|is|you|not yet|to)(?![\p{L}\p{N}-])/u;

/**
 * English among the texts, labels, titles, and placeholders of a page. @param known texts that are not the product's
 * own
 */
export async function englishTexts(page: Page, known: readonly string[] = []): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found = new Set<string>();
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (element.matches('script, style, [lang="en"], [lang="en"] *') || !element.checkVisibility()) continue;
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description', 'aria-valuetext']) {
        found.add(element.getAttribute(name) ?? '');
      }
      const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
      found.add(own.map((node) => node.textContent).join(''));
    }
    return [...found].map((text) => text.replace(/\s+/g, ' ').trim());
  });
  return texts.filter((text) => {
    if (known.some((other) => text.includes(other))) return false;
    return ENGLISH_WORD.test(text) || text.includes('”') || PATTERNS.some((pattern) => pattern.test(text));
  });
}
