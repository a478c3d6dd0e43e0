/** Style of a single-file report: light and dark, one column, plain in print. */
export const HTML_STYLE = `
:root{color-scheme:light dark;--text:light-dark(#1b1d22,#eceef2);--dim:light-dark(#585c66,#a9aeb8);--line:light-dark(#dcdee3,#33363d);--back:light-dark(#fff,#15171b)}
*{box-sizing:border-box}
body{margin:0 auto;padding:32px 20px;max-width:860px;background:var(--back);color:var(--text);font:15px/1.5 Inter,"Segoe UI",Roboto,system-ui,sans-serif;font-variant-numeric:tabular-nums}
header p,small{color:var(--dim);font-size:13px;margin:0}
h1{margin:2px 0;font-size:24px;line-height:1.3;overflow-wrap:anywhere}
fieldset{display:flex;flex-wrap:wrap;gap:4px 16px;margin:16px 0 0;padding:0;border:0}
legend{padding:0;color:var(--dim);font-size:13px}
ol{list-style:none;margin:20px 0 0;padding:0}
li{display:flex;gap:16px;padding:10px 0;border-top:1px solid var(--line);break-inside:avoid;content-visibility:auto;contain-intrinsic-size:auto 60px}
time{flex:none;width:64px;color:var(--dim)}
li div{flex:1;min-width:0}
li p{margin:0;overflow-wrap:anywhere;white-space:pre-line}
.cite{color:var(--dim);font-size:12px;margin-top:2px}
.cite summary{cursor:pointer;width:max-content}
.cite code{overflow-wrap:anywhere}
img{flex:none;width:160px;height:auto;align-self:start;border-radius:4px}
small::before{content:"";display:inline-block;width:8px;height:8px;margin-inline-end:6px;border-radius:50%;background:var(--hue)}
.manifest{margin-top:32px;padding-top:16px;border-top:1px solid var(--line);overflow-wrap:anywhere}
.manifest h2{margin:0;font-size:18px}
.manifest p{margin:4px 0 12px;color:var(--dim);font-size:13px}
.manifest dl{display:grid;grid-template-columns:minmax(120px,max-content) 1fr;gap:4px 16px;margin:0 0 16px;font-size:13px;break-inside:avoid}
.manifest dt{max-width:200px;color:var(--dim)}
.manifest dd{margin:0}
.manifest summary{color:var(--dim);font-size:13px;cursor:pointer}
.manifest pre{margin:8px 0 0;padding:12px;border:1px solid var(--line);border-radius:6px;font-size:12px;white-space:pre-wrap}
@media(max-width:560px){li{flex-wrap:wrap}time{width:auto}li div{flex-basis:70%}img{width:100%}}
.cite:not([open]) summary{opacity:.7}
@media print{.cite:not([open]){display:none}:root{color-scheme:light}body{padding:0}fieldset{display:none}li{content-visibility:visible}small::before{print-color-adjust:exact}}
`;
