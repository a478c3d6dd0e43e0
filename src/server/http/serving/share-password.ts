/** Decodes the password in a request header; undefined if there is none, or it is not percent-encoded UTF-8. */
export function passwordIn(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  try {
    return decodeURIComponent(header);
  } catch {
    return undefined;
  }
}
