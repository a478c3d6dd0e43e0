import type { EmbeddingUse } from '../engine.ts';

/** Instruction prefixes that model families were trained with, from their model cards. */
const FAMILIES: readonly { name: RegExp; prefix: Readonly<Record<EmbeddingUse, string>> }[] = [
  { name: /(^|[/_-])e5-/, prefix: { query: 'query: ', passage: 'passage: ' } },
  { name: /nomic-embed-text/, prefix: { query: 'search_query: ', passage: 'search_document: ' } },
  {
    name: /mxbai-embed-large/,
    prefix: { query: 'Represent this sentence for searching relevant passages: ', passage: '' },
  },
];

/** Adds the prefix that the model expects. */
export function withPrefix(model: string, use: EmbeddingUse, text: string): string {
  const family = FAMILIES.find(({ name }) => name.test(model.toLowerCase()));
  return `${family?.prefix[use] ?? ''}${text}`;
}
