import { toError } from '../../base/errors.ts';
import { Ok } from '../../contract/text.ts';
import type { ApiClient } from '../../server/client/api-client.ts';
import { type CommandInput, note, print } from '../command.ts';
import { flushed, OutputError } from './output.ts';

/** A record whose secret the server never shows again. */
interface Secret {
  /** Name in notes, such as `key`. */
  kind: 'key' | 'webhook';
  /** Name of the secret in the note that asks to save it. */
  saved: 'key' | 'secret';
  /** Path of the record in the API. */
  path: string;
}

/**
 * Prints a new secret, `value` with --json. If the output is lost, nobody has seen it, so its record is deleted.
 * @throws OutputError
 */
export async function printSecret(
  api: ApiClient,
  input: CommandInput,
  { kind, saved, path }: Secret,
  value: unknown,
  line: string,
): Promise<void> {
  print(input, value, line);
  try {
    await flushed();
  } catch (error) {
    await api.send('DELETE', path, undefined, Ok);
    note(input, `The ${kind} was deleted.`);
    // A lost secret is an error even where the reader of other output may stop.
    throw new OutputError(toError(error).message);
  }
  note(input, `Save this ${saved} now. It won’t be shown again.`);
}
