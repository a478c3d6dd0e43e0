/** Style of a story in one file: light and dark, one column, or a grid of frames; on paper always light. */
export const STORY_STYLE = `
:root{color-scheme:light dark;--text:light-dark(#1b1d22,#eceef2);--dim:light-dark(#585c66,#a9aeb8);--line:light-dark(#dcdee3,#33363d);--back:light-dark(#fff,#15171b);--tint:light-dark(#f4f5f7,#1d2025)}
*{box-sizing:border-box}
body{margin:0 auto;padding:48px 24px;max-width:880px;background:var(--back);color:var(--text);font:15px/1.55 Inter,"Segoe UI",Roboto,system-ui,sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
body.sheet{max-width:1200px}
p{margin:0}
header{padding-bottom:24px;border-bottom:1px solid var(--line)}
h1{margin:4px 0;font-size:30px;line-height:1.25;text-wrap:balance}
h2{margin:40px 0 8px;font-size:20px;line-height:1.3;break-after:avoid}
h3{margin:0;font-size:16px;line-height:1.4}
.kind,.facts,figcaption{color:var(--dim);font-size:13px}
.about{margin-top:16px}
.about p+p,.note p+p,.about ul,.note ul,.about ol,.note ol{margin:8px 0 0}
.heading{font-weight:600}
article{display:flex;gap:20px;padding:20px 0;border-top:1px solid var(--line);break-inside:avoid}
main>article:first-child,h2+article{border-top:0}
article img{flex:none;width:300px;height:auto;align-self:start;border-radius:6px}
.text{flex:1;min-width:0;display:grid;gap:8px;align-content:start}
.tags{display:flex;flex-wrap:wrap;gap:4px 12px;margin:0;padding:0;list-style:none;font-size:13px}
.tags li::before{content:"";display:inline-block;width:8px;height:8px;margin-inline-end:6px;border-radius:50%;background:var(--hue);print-color-adjust:exact}
.red{--hue:#d64545}.orange{--hue:#d9822b}.yellow{--hue:#c9a400}.green{--hue:#3f9c35}.teal{--hue:#1f9c97}.blue{--hue:#3b7dd8}.purple{--hue:#8b5cd6}.pink{--hue:#d6549a}
main>.note{padding:8px 0}
blockquote{margin:8px 0 0;padding-inline-start:12px;border-inline-start:3px solid var(--line);color:var(--dim)}
code{padding:1px 4px;border-radius:3px;background:var(--tint);font-size:.92em}
a{color:inherit}
.said{display:grid;gap:4px;padding:10px 12px;border-radius:6px;background:var(--tint);font-size:14px;print-color-adjust:exact}
.said time{color:var(--dim);font-size:12px;margin-inline-end:4px}
.cover{display:grid;grid-template-columns:repeat(3,1fr);gap:8px;margin-top:20px}
.cover.two{grid-template-columns:repeat(2,1fr)}
.cover img{width:100%;height:auto;aspect-ratio:16/9;object-fit:cover;border-radius:6px}
nav ol{margin:0;padding:0;list-style:none}
nav li{display:flex;gap:16px;justify-content:space-between;padding:3px 0}
nav a{text-decoration:none}
nav a:hover{text-decoration:underline}
nav span{flex:none;color:var(--dim);font-size:13px}
nav .part{margin-top:8px;font-weight:600}
.citations{margin-top:32px;font-size:13px;overflow-wrap:anywhere}
.citations summary{color:var(--dim);cursor:pointer}
.citations dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 16px;margin:8px 0 0}
.citations dt{color:var(--dim)}
.citations dd{margin:0}
.manifest{margin-top:48px;padding-top:24px;border-top:1px solid var(--line)}
.manifest h2{margin:0}
.manifest p{margin:4px 0 16px;color:var(--dim);font-size:13px}
.manifest dl{display:grid;grid-template-columns:minmax(120px,max-content) 1fr;gap:4px 16px;margin:0 0 20px;font-size:13px;break-inside:avoid}
.manifest dt{max-width:200px;color:var(--dim)}
.manifest dd{margin:0}
.manifest summary{color:var(--dim);font-size:13px;cursor:pointer}
.manifest pre{margin:8px 0 0;padding:12px;border:1px solid var(--line);border-radius:6px;font-size:12px;white-space:pre-wrap}
.sheet main{display:grid;grid-template-columns:repeat(auto-fill,minmax(220px,1fr));gap:20px 16px;margin-top:24px}
.sheet h2{grid-column:1/-1;margin:16px 0 0}
figure{margin:0;break-inside:avoid}
figure img{display:block;width:100%;height:auto;aspect-ratio:16/9;object-fit:contain;background:var(--tint);border-radius:4px}
figcaption{margin-top:6px;line-height:1.4}
figcaption b{color:var(--text);font-weight:600}
@media(max-width:640px){body{padding:24px 16px}article{flex-direction:column}article img{width:100%}}
@page{margin:16mm}
@media print{:root{color-scheme:light}body,body.sheet{padding:0;max-width:none}
.story header{padding-top:26mm;border-bottom:0;break-after:page}.story h1{font-size:38px}.story .cover{margin-top:14mm}.story .about{margin-top:10mm}
nav{break-inside:avoid}nav h2,main>h2:first-child{margin-top:0}nav+main{margin-top:32px}
article.long{break-inside:auto}article>img,.text>h3,.text>.facts,.text>.tags,.said p,.note p{break-inside:avoid}.text>h3,.text>.facts,.text>.tags{break-after:avoid}
article img{width:38%}.sheet main{grid-template-columns:repeat(3,1fr)}
.manifest{margin-top:0;padding-top:0;border-top:0;break-before:page}.manifest details,.citations{display:none}a{text-decoration:none}}
`;
