import { escapeMarkup } from './markers.ts';

/**
 * An HTML file that opens from disk: it may run no script and load nothing but its own pictures and styles, which its
 * content security policy enforces. Pure.
 * @param language BCP 47 tag
 * @param style CSS, which isn't escaped
 * @param body HTML, in which everything foreign is escaped
 */
export function htmlDocument(parts: {
  title: string;
  language: string;
  style: string;
  body: string;
  bodyClass?: string;
}): string {
  const { title, language, style, body, bodyClass } = parts;
  return `<!doctype html>
<html lang="${escapeMarkup(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(title)}</title>
<style>${style}</style>
</head>
<body${bodyClass === undefined ? '' : ` class="${bodyClass}"`}>
${body}
</body>
</html>
`;
}
