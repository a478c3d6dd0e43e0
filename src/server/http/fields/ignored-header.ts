import { editDistance } from '../../../base/edit-distance.ts';
import type { IgnoredField } from './known-fields.ts';

/** Response header that names what a request holds and the interface does not know. */
export const IGNORED_HEADER = 'X-Ignored';

/** Maximum number of names in the header. */
const MAX_NAMES = 20;
/** Maximum length of a name; longer ones are cut. */
const MAX_NAME_LENGTH = 64;

/**
 * Formats the header: a list of strings with parameters (RFC 9651), such as
 * `"limt";in=query;nearest="limit"`. Characters outside of ASCII are percent-encoded. Pure.
 */
export function ignoredHeader(fields: readonly IgnoredField[]): string {
  return fields
    .slice(0, MAX_NAMES)
    .map((field) => {
      const nearest = nearestName(field);
      return `${quote(field.name)};in=${field.place}${nearest === undefined ? '' : `;nearest=${quote(nearest)}`}`;
    })
    .join(', ');
}

/** Finds the known name that was probably meant; undefined if none is near. Pure. */
export function nearestName({ name, known }: Pick<IgnoredField, 'name' | 'known'>): string | undefined {
  const folded = fold(name.split('.').at(-1)!.slice(0, MAX_NAME_LENGTH));
  const [best] = known
    .map((candidate) => ({ candidate, distance: editDistance(folded, fold(candidate)) }))
    .sort((a, b) => a.distance - b.distance);
  // A name of one letter is not near another one.
  const most = Math.min(Math.floor(Math.max(folded.length, 3) / 3), folded.length - 1);
  return best && best.distance <= most ? best.candidate : undefined;
}

/** `fileName`, `file-name`, and `file_name` are the same name. */
function fold(name: string): string {
  return name.toLowerCase().replace(/[_\-\s]/g, '');
}

function quote(text: string): string {
  const ascii = [...text.toWellFormed().slice(0, MAX_NAME_LENGTH).toWellFormed()]
    .map((letter) => (/^[ -~]$/.test(letter) ? letter : encodeURIComponent(letter)))
    .join('');
  return `"${ascii.replace(/["\\]/g, '\\$&')}"`;
}
