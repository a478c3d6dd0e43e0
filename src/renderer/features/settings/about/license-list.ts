/** What stands about one package in the text of licences. */
export interface PackageLicense {
  /** `name version (licence)` */
  title: string;
  text: string;
}

const RULE = '='.repeat(80);

/** The text of licences, taken apart: what stands before the first package, and the packages. */
export function parseLicenses(text: string): { head: string; packages: PackageLicense[] } {
  const [head = '', ...parts] = text.split(`${RULE}\n`);
  const packages = parts.map((part) => {
    const end = part.indexOf('\n');
    return end < 0 ? { title: part, text: '' } : { title: part.slice(0, end), text: part.slice(end).trim() };
  });
  return { head: head.trim(), packages };
}
