/**
 * Names that Windows reserves for devices, also before a dot or space (Microsoft, "Naming Files, Paths, and
 * Namespaces"). It accepts superscript digits too.
 */
const DEVICE_NAME = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$)(?=\.|\s|$)/i;

/**
 * Puts an underscore before a name that Windows reserves; files are often opened on another system than the one that
 * named them.
 */
export function avoidDeviceName(name: string): string {
  return DEVICE_NAME.test(name) ? `_${name}` : name;
}
