/** Sends a file that was made for the request, to be saved by the client. */
export function sendDownload(file: {
  name: string;
  mediaType: string;
  /** Null if it is not known in advance. */
  sizeBytes: number | null;
  body: ReadableStream<Uint8Array>;
}): Response {
  const headers: Record<string, string> = {
    'Content-Type': file.mediaType,
    'Content-Disposition': attachmentHeader(file.name),
    'Cache-Control': 'no-store',
  };
  if (file.sizeBytes !== null) headers['Content-Length'] = String(file.sizeBytes);
  return new Response(file.body, { headers });
}

/** Content-Disposition header with a file name, in ASCII and UTF-8 (RFC 6266, RFC 8187). */
function attachmentHeader(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const full = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${full}`;
}
