/** Style of a single-file report: light and dark, one column; on paper always light, and dense. */
export const HTML_STYLE = `
:root{color-scheme:light dark;--text:light-dark(#1b1d22,#eceef2);--dim:light-dark(#585c66,#a9aeb8);--line:light-dark(#dcdee3,#33363d);--back:light-dark(#fff,#15171b)}
*{box-sizing:border-box}
body{margin:0 auto;padding:32px 20px;max-width:860px;background:var(--back);color:var(--text);font:15px/1.5 Inter,"Segoe UI",Roboto,system-ui,sans-serif;font-variant-numeric:tabular-nums}
header p,small{color:var(--dim);font-size:13px;margin:0}
header{padding-bottom:20px;border-bottom:1px solid var(--line)}
h1{margin:4px 0;font-size:30px;line-height:1.25;overflow-wrap:anywhere;text-wrap:balance}
h2{margin:36px 0 8px;font-size:20px;line-height:1.3;break-after:avoid}
h3{margin:20px 0 6px;font-size:16px;line-height:1.4;break-after:avoid;overflow-wrap:anywhere}
p{margin:0}
header .about{margin-top:16px;color:inherit;font-size:15px;white-space:pre-line}
.chapters{margin:0;padding:0;list-style:none}
.chapters li{gap:0;padding:3px 0;border:0}
.chapters a{color:inherit;text-decoration:none}
.chapters li>:last-child{overflow-wrap:anywhere}
.chapters a:hover{text-decoration:underline}
.facts{color:var(--dim);font-size:13px}
.sheet{display:grid;grid-template-columns:repeat(auto-fill,minmax(148px,1fr));gap:12px 8px;margin-top:12px}
figure{margin:0;break-inside:avoid}
figure img{display:block;width:100%;aspect-ratio:16/9;object-fit:contain;background:light-dark(#f0f1f3,#0c0d0f)}
figcaption{margin-top:2px;color:var(--dim);font-size:12px}
#findings{margin-top:36px;padding-top:16px;border-top:1px solid var(--line)}
#findings>summary{cursor:pointer;color:var(--dim)}
#findings>summary h2{display:inline;margin:0;font-size:16px;color:var(--text)}
.said{position:relative;margin-top:10px;padding-inline-start:64px;overflow-wrap:anywhere;orphans:3;widows:3}
.said time{position:absolute;inset-inline-start:0;width:auto;font-size:13px;line-height:22px}
article{display:flex;gap:16px;padding:14px 0;border-top:1px solid var(--line);break-inside:avoid}
h2+article{border-top:0}
article div{flex:1;min-width:0}
article h3{margin:0}
article img{width:220px}
.note{margin-top:8px;overflow-wrap:anywhere}
.note p+p,.note ul,.note ol{margin:8px 0 0}
.note ol,.note ul{padding-inline-start:20px}.note ul{list-style:disc}.note ol{list-style:decimal}
.note li,.examined li{display:list-item;padding:0;border:0;content-visibility:visible}
.examined ul{margin:4px 0 0;padding-inline-start:20px}.examined li{padding:2px 0}.examined li li{color:var(--dim);font-size:13px}
.note blockquote{margin:8px 0 0;padding-inline-start:12px;border-inline-start:3px solid var(--line);color:var(--dim)}
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
@page{margin:16mm}
@media print{:root{color-scheme:light}body{padding:0;max-width:none;font-size:10.5pt;line-height:1.4}h1{font-size:22pt}h2{margin-top:20px;font-size:14pt}h3{margin-top:12px;font-size:11pt}
header .about{font-size:inherit}.said{margin-top:6px;padding-inline-start:52px}.said time{line-height:inherit}.chapters li{padding:1px 0}time{width:52px}article{padding:8px 0}article img{width:150px}
.sheet{grid-template-columns:repeat(6,1fr);gap:6px}figure img{background:#f0f1f3;print-color-adjust:exact}figcaption{margin:0;font-size:8pt}
#findings:not([open]),.manifest details,.cite:not([open]),fieldset{display:none}.manifest{margin-top:20px}.manifest dl{font-size:9pt;gap:1px 16px}li{content-visibility:visible}small::before{print-color-adjust:exact}}
`;
