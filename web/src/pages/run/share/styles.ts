import type { Html } from './html.ts';

/** How a saved run looks, in light and dark. */
export const styles: Html = {
  html: `
:root { color-scheme: light dark; --text: light-dark(#17181c, #eceef2); --muted: light-dark(#5b606b, #a0a6b2);
  --line: light-dark(#e2e3e7, #2c2f35); --surface: light-dark(#ffffff, #17181b); --canvas: light-dark(#f6f6f7, #101113);
  --accent: light-dark(#4338ca, #a5b4fc); --good: light-dark(#0b6b3f, #6ee7a8); --bad: light-dark(#b01e2e, #fca5a5); }
body { margin: 0; background: var(--canvas); color: var(--text); font: 14px/1.5 system-ui, sans-serif;
  font-variant-numeric: tabular-nums; }
main, footer { max-width: 960px; margin: 0 auto; padding: 16px; }
section, header { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: 12px 16px; margin-bottom: 12px; }
h1 { font-size: 18px; margin: 0 0 8px; } h2 { font-size: 14px; margin: 0 0 8px; }
h1 span { font-size: 14px; }
dl { display: flex; flex-wrap: wrap; gap: 4px 20px; margin: 0; } dl div { display: flex; gap: 6px; }
dt, .muted { color: var(--muted); } dd { margin: 0; overflow-wrap: anywhere; }
.good { color: var(--good); } .bad { color: var(--bad); }
p { margin: 4px 0; overflow-wrap: anywhere; } .text { white-space: pre-wrap; }
.values { list-style: none; padding-left: 12px; border-left: 1px solid var(--line); }
.values .values { margin: 2px 0; } .values li > p { display: inline; margin: 0; }
.lead { font-size: 16px; font-weight: 600; } .heading { font-weight: 600; margin-top: 10px; } .part + .part { margin-top: 12px; }
.wide { overflow-x: auto; --cover: var(--surface); background: linear-gradient(to right, var(--cover) 40%, transparent) left / 36px 100% no-repeat local,
  linear-gradient(to left, var(--cover) 40%, transparent) right / 36px 100% no-repeat local,
  linear-gradient(to right, var(--line), transparent) left / 14px 100% no-repeat scroll, linear-gradient(to left, var(--line), transparent) right / 14px 100% no-repeat scroll; } table { border-collapse: collapse; text-align: left; } th { font-weight: 500; color: var(--muted); }
th, td { padding: 4px 16px 4px 0; border-bottom: 1px solid var(--line); } .figure { text-align: right; }
.chart { width: 100%; max-width: 600px; height: auto; } .chart polyline { fill: none; stroke: var(--accent); stroke-width: 2; }
pre { overflow-x: auto; } blockquote { margin: 4px 0; padding-left: 12px; border-left: 2px solid var(--line); color: var(--muted); }
ul { margin: 0; padding-left: 20px; } ul.values { padding-left: 12px; } article { margin: 8px 0; } summary { cursor: pointer; }
.timeline summary { display: flex; gap: 8px; align-items: center; list-style: none; font-size: 13px; }
.name { flex: 0 0 40%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.lane { position: relative; flex: 1; height: 10px; } .took { flex: 0 0 72px; text-align: right; color: var(--muted); }
.bar { position: absolute; top: 0; bottom: 0; min-width: 3px; border-radius: 3px; background: currentColor; }
`,
};
