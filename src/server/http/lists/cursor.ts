import { z } from 'zod';
import { tryParseJson } from '../../../base/json/parse-json.ts';
import type { Position } from '../../../base/page.ts';
import { ReelscopeError } from '../../../contract/errors.ts';
import { sentence } from '../../../core/texts/sentence.ts';

/** List and order that a cursor belongs to. */
export interface CursorPlace {
  /** Path of the list, with the names of its parameters. */
  list: string;
  /** As requested; empty for the list's own order. */
  sort: string;
}

const Value = z.union([z.string(), z.number()]);
const Cursor = z.tuple([z.string(), z.string(), Value.nullable(), Value]);

/** Text of a position, opaque to clients. */
export function formatCursor({ list, sort }: CursorPlace, [value, id]: Position): string {
  return Buffer.from(JSON.stringify([list, sort, value, id])).toString('base64url');
}

/** @throws ReelscopeError `invalid_cursor` if the text is not a cursor of this list in this order */
export function parseCursor({ list, sort }: CursorPlace, text: string): Position {
  const { success, data } = Cursor.safeParse(tryParseJson(Buffer.from(text, 'base64url').toString('utf8')));
  if (!success) throw new ReelscopeError('invalid_cursor', sentence('list.cursor'));
  const [ofList, ofSort, value, id] = data;
  if (ofList !== list) throw new ReelscopeError('invalid_cursor', sentence('list.cursor-list'));
  if (ofSort !== sort) throw new ReelscopeError('invalid_cursor', sentence('list.cursor-sort'));
  return [value, id];
}
