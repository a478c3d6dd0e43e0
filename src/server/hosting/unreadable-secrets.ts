import { ReelscopeError } from '../../contract/errors.ts';

/** Error for a file of secrets that can't be read. Replacing it silently would end every session and link. */
export function unreadableSecrets(file: string, cause: unknown): ReelscopeError {
  const code = (cause as NodeJS.ErrnoException | null)?.code;
  const isDenied = code === 'EACCES' || code === 'EPERM';
  return new ReelscopeError(
    isDenied ? 'forbidden' : 'internal',
    isDenied
      ? `The secrets in ${file} can’t be read. Make the file readable for your account.`
      : `The secrets in ${file} are damaged. Restore the file from a copy, or delete it to sign in again and create new links.`,
    { cause },
  );
}
