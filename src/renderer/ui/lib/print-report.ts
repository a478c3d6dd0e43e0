/** Rules of the window while a report is printed: the report alone, over whole pages. */
const WINDOW_STYLE = `
@page { margin: 16mm }
@media screen { [data-print] { display: none } }
@media print {
  html, body { height: auto !important; overflow: visible !important; background: none !important }
  body > :not([data-print]) { display: none !important }
}`;

/**
 * Opens the browser's print dialog for a report in HTML. The report is shown in a shadow tree, where the styles of the
 * window and the report don't meet; its scripts, if it had any, would not run.
 */
export async function printReport(html: string): Promise<void> {
  // Taken out of the text, since the policy of the window forbids inline styles, also in parsed documents.
  const [from, to] = [html.indexOf('<style>'), html.indexOf('</style>')];
  const rules = from >= 0 && to > from ? html.slice(from + '<style>'.length, to) : '';
  const content = rules === '' ? html : html.slice(0, from) + html.slice(to + '</style>'.length);
  const report = new DOMParser().parseFromString(content, 'text/html');
  const host = document.createElement('div');
  host.dataset['print'] = '';
  const shadow = host.attachShadow({ mode: 'open' });
  const style = new CSSStyleSheet();
  // The root of a shadow tree is its host. Rules for pages apply in the document only.
  style.replaceSync(rules.replaceAll(':root', ':host'));
  shadow.adoptedStyleSheets = [style];
  shadow.append(document.importNode(report.body, true));
  // Printed on white, also from a dark window.
  host.style.colorScheme = 'light';
  const own = new CSSStyleSheet();
  own.replaceSync(WINDOW_STYLE);
  const title = document.title;
  const remove = () => {
    document.title = title;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== own);
    host.remove();
  };
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, own];
  document.body.append(host);
  await Promise.all([...shadow.querySelectorAll('img')].map((image) => image.decode().catch(() => {})));
  // Browsers propose the title as the name of the PDF.
  document.title = report.title;
  addEventListener('afterprint', remove, { once: true });
  print();
}
