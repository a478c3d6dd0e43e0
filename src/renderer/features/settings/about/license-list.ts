/** Section of one package in the license text. */
export interface PackageLicense {
  /** `name version (license)` */
  title: string;
  text: string;
}

const RULE = '='.repeat(80);

/** Parses the license text into its introduction and packages. */
export function parseLicenses(text: string): { head: string; packages: PackageLicense[] } {
  const [head = '', ...parts] = text.split(`${RULE}\n`);
  const packages = parts.map((part) => {
    const end = part.indexOf('\n');
    return end < 0 ? { title: part, text: '' } : { title: part.slice(0, end), text: part.slice(end).trim() };
  });
  return { head: head.trim(), packages };
}
