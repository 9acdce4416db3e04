import { Html } from './html.ts'

export const STYLE = new Html(`
:root{color-scheme:light;--paper:#f4efe4;--sheet:#fdfbf5;--ink:#151a26;--ink-2:#454954;--ink-3:#5f5d54;--rule:#d8cfbd;--ctl:#857c6a;--pen:#1a40b4;--pen-wash:#e6ebf8;--on-pen:#fffdf7;--out:#9c321d;--avail:#17623d;--held-wash:#f8e8c8;--held:#6b4a00}
@media(prefers-color-scheme:dark){:root{color-scheme:dark;--paper:#0a1020;--sheet:#111a2f;--ink:#f2ecdd;--ink-2:#c3c1bb;--ink-3:#a5aab6;--rule:#25314b;--ctl:#6b7894;--pen:#a4bdff;--pen-wash:#182446;--on-pen:#0a1020;--out:#ff9d87;--avail:#7fd6a5;--held-wash:#3a2d10;--held:#f3d28a}}
*{box-sizing:border-box}
html{scroll-padding-block-start:120px}
body{margin:0;background:var(--paper);color:var(--ink);font:400 16px/1.55 "Instrument Sans",Arial,Helvetica,sans-serif;font-variant-numeric:tabular-nums}
.banner{background:var(--held-wash);color:var(--held);font-weight:600;font-size:14px;padding:8px 20px;text-align:center;border-block-end:1px solid var(--rule)}
.top{border-block-end:1px solid var(--rule);background:var(--sheet)}
.top>div,main{max-inline-size:1120px;margin:0 auto;padding:0 24px}
.top>div{display:flex;gap:4px 24px;flex-wrap:wrap;align-items:center;padding-block:12px}
.brand{font:430 22px Fraunces,Georgia,serif;color:var(--ink);margin-inline-end:auto;text-decoration:none}
nav{display:flex;gap:4px;flex-wrap:wrap}nav a{padding:9px 12px;border-radius:3px;text-decoration:none;font-weight:600;font-size:15px}nav a:hover{background:var(--pen-wash)}nav a[aria-current]{background:var(--pen-wash)}
main{padding-block:36px 64px}
.hosted main{max-inline-size:600px}.hosted .top>div{max-inline-size:600px}
.hosted.two main,.hosted.two .top>div{max-inline-size:1000px}
.sheet,section{background:var(--sheet);border:1px solid var(--rule);border-radius:4px;padding:28px 32px;margin-block-end:24px}
.columns{display:grid;grid-template-columns:5fr 6fr;gap:40px;align-items:start}.columns .summary{padding-block:28px}
.grid{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,460px),1fr));gap:24px;margin-block-end:24px}.grid section{margin:0}
h1,h2{font-family:Fraunces,Georgia,"Times New Roman",serif;font-weight:430;letter-spacing:-.012em;line-height:1.15;text-wrap:balance}
h1{font-size:38px;margin:0 0 10px}h2{font-size:24px;margin:0 0 12px}.long h2{margin-block-start:36px}
p{margin:0 0 14px;max-inline-size:68ch}p:last-child{margin-block-end:0}.small{color:var(--ink-3);font-size:14px}
a{color:var(--pen)}:focus-visible{outline:2px solid var(--pen);outline-offset:2px}
label{display:block;font-weight:600;font-size:14px;margin-block:16px 5px}
label.choice{display:flex;gap:12px;align-items:baseline;font-weight:400;font-size:16px;margin-block:0;padding-block:9px}
input+.small{margin-block-start:6px}td code{white-space:nowrap;overflow-wrap:normal}input[type=radio]{accent-color:var(--pen);inline-size:18px;block-size:18px;flex:none;align-self:center}
input:not([type=radio]):not([type=checkbox]),select{inline-size:100%;min-inline-size:0;min-block-size:46px;padding:8px 12px;border:1px solid var(--ctl);border-radius:3px;background:var(--paper);color:inherit;font:inherit}
fieldset{border:1px solid var(--rule);border-radius:3px;margin:24px 0 8px;padding:6px 18px 10px;min-inline-size:0}legend{font-weight:600;font-size:14px;padding-inline:6px}
button{min-block-size:44px;padding:8px 18px;border:1px solid var(--pen);border-radius:3px;background:var(--pen);color:var(--on-pen);font:inherit;font-weight:600;cursor:pointer}
button.plain{background:transparent;color:var(--pen)}button.plain:hover{background:var(--pen-wash)}button.wide{inline-size:100%;min-block-size:52px;font-size:17px;margin-block-start:24px}
button.slim{min-block-size:36px;padding:4px 12px;font-size:14px}
.row{display:flex;flex-wrap:wrap;gap:12px;align-items:end;margin-block:14px 0}.row>div{flex:1 1 150px}.row label{margin-block-start:0}.row+form,.row+p+form{margin-block-start:12px}.row>div.grow{flex:3 1 240px}
.links{display:flex;flex-wrap:wrap;gap:4px 20px;margin:0;padding:0;list-style:none}.links a{display:inline-block;padding-block:8px}
.amount{font:430 46px/1.1 Fraunces,Georgia,serif;margin:4px 0 20px}
.now{font:430 30px/1.2 Fraunces,Georgia,serif;margin:0}
.alert,.notice{border-inline-start:4px solid var(--out);background:var(--held-wash);padding:12px 16px;margin-block:0 20px;max-inline-size:none}.notice{border-color:var(--avail)}.alert p{margin:0}
.apart{margin-block-start:20px}
progress{inline-size:100%;block-size:10px;accent-color:var(--pen);margin-block:0 12px}
.good{color:var(--avail)}.bad{color:var(--out)}
.scroll{overflow-x:auto;position:relative}table{border-collapse:collapse;inline-size:100%;font-size:15px}th,td{text-align:start;padding:10px 16px 10px 0;border-block-end:1px solid var(--rule);vertical-align:top}tbody tr:last-child td{border-block-end:0}th{color:var(--ink-3);font-weight:600;font-size:14px}.num{text-align:end;white-space:nowrap}td:last-child,th:last-child{padding-inline-end:0}td form.row{margin:0}td .row>div{flex:1 1 130px}td p{margin:0}
code{font-family:"Geist Mono",ui-monospace,Menlo,monospace;font-size:.92em;overflow-wrap:anywhere}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:0}
dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:16px;margin:0 0 16px}dt{color:var(--ink-3);font-size:14px}dd{margin:0;font:430 26px Fraunces,Georgia,serif}
.lines{margin:0 0 20px;padding:0;list-style:none}.accounts li{flex-direction:column;gap:4px!important}.accounts button.wide{margin-block-start:8px;min-block-size:48px;font-size:16px;text-align:start}
.lines li{display:flex;justify-content:space-between;gap:16px;padding-block:10px;border-block-end:1px solid var(--rule)}
iframe{inline-size:100%;block-size:560px;border:1px solid var(--rule);background:#fff}
@media(max-width:760px){.scroll.broad table{min-inline-size:780px}.top>div,main{padding-inline:16px}main{padding-block:24px 48px}.sheet,section{padding:22px 18px}.columns{grid-template-columns:1fr;gap:8px}.columns .summary{padding-block:0}h1{font-size:31px}.amount{font-size:40px}.row button{flex:1 1 auto}}
`)
