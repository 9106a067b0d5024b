/** One stylesheet for all pages and pictures. */
import { svgStyles } from '@org/approval-draw';

const PAGE = `
:root{color-scheme:light dark;--back:#f6f7f9;--card:#fff;--canvas:#fff;--text:#1b1f27;--quiet:#596273;--line:#c9cfd9;--link:#1d4fa8;--focus:#1d5fc4;--good:#17743a;--bad:#b02020;--open:#8f5a00}
@media (prefers-color-scheme:dark){:root{--back:#0e1116;--card:#171b22;--canvas:#12151b;--text:#eceff4;--quiet:#a5afbf;--line:#3a424f;--link:#8fb8ff;--focus:#7fb2ff;--good:#56cc82;--bad:#ff8585;--open:#f0b44c}}
*{box-sizing:border-box}[hidden]{display:none!important}
body{margin:0;background:var(--back);color:var(--text);font:15px/1.5 ui-sans-serif,system-ui,"Segoe UI",Roboto,Arial,sans-serif}
a{color:var(--link)}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px;border-radius:4px}
.skip{position:absolute;left:-9999px}.skip:focus{left:8px;top:8px;background:var(--card);padding:8px;z-index:1}
header{display:flex;flex-wrap:wrap;gap:4px 24px;align-items:center;padding:8px 24px;background:var(--card);border-bottom:1px solid var(--line)}
header p{margin:0}.brand{font-weight:700}.who{margin-left:auto;color:var(--quiet);overflow-wrap:anywhere}
nav ul{display:flex;flex-wrap:wrap;gap:4px;list-style:none;margin:0;padding:0}
nav a{display:inline-block;padding:8px 12px;border-radius:8px;text-decoration:none}
nav a[aria-current]{background:var(--back);color:var(--text);font-weight:600}
main{padding:8px 24px 48px;max-width:1600px;margin:0 auto}main p,main li,code{overflow-wrap:anywhere}
h1{font-size:24px;overflow-wrap:anywhere}h2{font-size:18px;margin:16px 0 8px}h3{font-size:14px;margin:12px 0 4px}
.quiet{color:var(--quiet)}
.facts{display:flex;flex-wrap:wrap;gap:4px 20px;align-items:baseline;overflow-wrap:anywhere}
.scroll{overflow:auto;background:var(--card);border:1px solid var(--line);border-radius:10px}
table{border-collapse:collapse;width:100%}.id{white-space:nowrap}td form{margin:-4px 0}td button{min-height:32px;padding:4px 10px}
th,td{text-align:left;padding:8px 12px;border-bottom:1px solid var(--line);vertical-align:top}
th{font-size:13px;color:var(--quiet);font-weight:600;white-space:nowrap}tr:last-child td{border-bottom:0}
td time{white-space:nowrap}
.status{display:inline-block;white-space:nowrap;font-weight:600}
.status-completed,.status-approved,.status-delivered{color:var(--good)}.status-failed,.status-rejected,.status-dead,.status-breached{color:var(--bad)}.status-waiting,.status-pending,.status-running{color:var(--open)}.status-cancelled,.status-skipped{color:var(--quiet)}
.filters input{width:150px}.filters,.slider{display:flex;flex-wrap:wrap;gap:12px;align-items:end;margin:8px 0 16px}
label{max-width:100%;min-width:0;display:inline-flex;flex-direction:column;gap:4px;font-size:13px;color:var(--quiet)}
td>div,dd,pre,option{unicode-bidi:plaintext}strong,a,time,code,.id{unicode-bidi:isolate}
input,select,textarea,button,.button{max-width:100%;font:inherit;color:var(--text);background:var(--card);border:1px solid var(--quiet);border-radius:8px;padding:8px 12px;min-height:40px}
button,.button{cursor:pointer;font-weight:600;text-decoration:none;display:inline-block}
button:hover,.button:hover{border-color:var(--focus)}.button.off{color:var(--quiet);border-style:dashed;cursor:default;font-weight:400}
.danger{color:var(--bad);border-color:var(--bad)}
input[type=range]{padding:0;border:0;background:none;width:min(480px,70vw);accent-color:var(--focus)}
textarea{width:100%;font-family:ui-monospace,monospace;font-size:13px}
.columns{display:grid;grid-template-columns:minmax(0,3fr) minmax(0,2fr);gap:0 24px}
#text{max-width:100%}
.picture{max-height:75vh;padding:8px;background:var(--canvas)}.picture svg{display:block;margin:0 auto}.fitting svg{max-width:100%;min-width:440px;height:auto}.wide svg{max-width:none}.ap-canvas{fill:none}
.timeline{list-style:none;margin:0;padding:4px 0;max-height:75vh}
.timeline li{padding:4px 12px;border-left:4px solid transparent;overflow-wrap:anywhere}
.timeline li:has([aria-current]){border-color:var(--focus);background:var(--back)}
.timeline .seq{display:inline-block;min-width:3ch;text-align:right;font-variant-numeric:tabular-nums}
.timeline .internal a{color:var(--quiet)}.timeline .later{border-left-style:dotted;border-color:var(--line)}
.timeline time{white-space:nowrap;color:var(--quiet);font-size:13px}
.steps{list-style:none;padding:0;margin:0;display:grid;gap:4px;grid-template-columns:minmax(0,1fr)}
details{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:8px 12px;margin:4px 0}
summary{cursor:pointer;min-height:24px;overflow-wrap:anywhere}
pre{background:var(--back);padding:8px;border-radius:8px;overflow:auto;max-height:300px;font-size:13px}
dl{display:grid;grid-template-columns:max-content 1fr;gap:2px 12px}dd{margin:0;overflow-wrap:anywhere}
.subject-title{font-size:1.25em;font-weight:600;margin:12px 0 4px;overflow-wrap:anywhere}.subject-title .amount{margin-inline-start:12px;font-variant-numeric:tabular-nums}
.row-facts{display:flex;flex-wrap:wrap;gap:2px 16px;margin:4px 0 0;font-size:.9em}.row-facts>div{display:flex;gap:6px}.row-facts dt{opacity:.8}
.action form{display:flex;flex-wrap:wrap;gap:12px;align-items:end}.action p{flex-basis:100%;min-width:0}
.action form+form{border-top:1px solid var(--line);margin-top:8px;padding-top:8px}.action label:has(textarea){flex:1 1 320px}.choice{display:flex;flex-wrap:wrap;gap:4px 12px;align-items:center;margin:0}
.js .plain{display:none}#away{margin:0;padding:8px 24px;background:var(--card);color:var(--bad);border-bottom:1px solid var(--line)}.late{color:var(--bad);font-weight:600}.counts,.views ul{list-style:none;display:flex;flex-wrap:wrap;gap:8px;padding:0;margin:0 0 12px}.counts a,.views li{display:inline-flex;gap:8px;align-items:center;padding:6px 12px;border:1px solid var(--line);border-radius:8px;background:var(--card);text-decoration:none;color:var(--text)}.counts [aria-current],.views [aria-current]{border-color:var(--focus);font-weight:700}.views{display:flex;flex-wrap:wrap;gap:8px 24px;align-items:start}.views[hidden]{display:none}.views form{display:flex;gap:8px;align-items:end;margin-bottom:12px}.views label{flex-direction:row;align-items:center}.views li button{padding:0 6px;min-height:24px;min-width:24px}
.editor{position:relative}.editor textarea{white-space:pre;overflow:auto;line-height:20px}#options{position:absolute;z-index:1;list-style:none;margin:0;padding:4px;width:280px;max-height:220px;overflow:auto;background:var(--card);border:1px solid var(--quiet);border-radius:8px}#options li{padding:4px 8px;border-radius:6px;cursor:pointer;font-family:ui-monospace,monospace;font-size:13px}#options [aria-selected=true]{background:var(--back);outline:2px solid var(--focus)}#options small{display:block;color:var(--quiet);font-family:ui-sans-serif,system-ui,sans-serif;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
figure{margin:0}figcaption{margin-bottom:4px}.bar{fill:var(--link)}.bar-part{fill:var(--bad)}.axis{stroke:var(--quiet)}.tick{fill:var(--quiet);font-size:11px}.bars svg{max-width:100%;height:auto;margin:0}.follows button{min-height:32px;padding:2px 10px;margin:2px 0}
.cards{list-style:none;padding:0;margin:0;display:grid;gap:12px;grid-template-columns:repeat(auto-fit,minmax(min(420px,100%),1fr))}.card{min-width:0;overflow-wrap:anywhere;background:var(--card);border:1px solid var(--line);border-left:4px solid var(--open);border-radius:10px;padding:4px 16px 12px}.card h3{font-size:16px}.card details{background:none}.actions{display:flex;flex-wrap:wrap;gap:4px}.actions details{flex:1 1 180px;min-width:0}.actions details[open]{flex-basis:100%}.follows{margin:4px 0 8px;padding-left:20px}
.nothing{padding:24px;text-align:center;color:var(--quiet);border:1px dashed var(--line);border-radius:10px}
@media (max-width:800px){.columns{grid-template-columns:minmax(0,1fr)}header,main{padding-left:12px;padding-right:12px}header{gap:0 12px}.who{order:1}nav{order:2;flex-basis:100%;overflow-x:auto}nav ul{flex-wrap:nowrap}.timeline,.picture{max-height:50vh}.who{font-size:13px}}
@media (max-width:640px){table,tbody,tr,td{display:block}thead{position:absolute;clip-path:inset(50%);height:1px;width:1px;overflow:hidden}tr{padding:8px 12px;border-bottom:1px solid var(--line)}tr:last-child{border-bottom:0}td{display:grid;grid-template-columns:96px minmax(0,1fr);gap:12px;padding:2px 0;border:0;overflow-wrap:anywhere}td::before{content:attr(data-name);color:var(--quiet);font-size:13px}td.empty{display:none}.bars+details td{grid-template-columns:96px 1fr}}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
`;

/** The styles of the page override those of pictures. */
export const STYLE = svgStyles('auto') + PAGE.trim();
