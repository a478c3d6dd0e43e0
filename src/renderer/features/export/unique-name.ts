/** A name for a file in a zip that no other in `taken` has, whatever their case; adds it there. */
export function uniqueName(stem: string, extension: string, taken: Set<string>): string {
  const safe = stem.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '-').replace(/^[.\s]+|[.\s]+$/g, '') || 'video';
  let name = `${safe}.${extension}`;
  for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${safe} (${number}).${extension}`;
  taken.add(name.toLowerCase());
  return name;
}
