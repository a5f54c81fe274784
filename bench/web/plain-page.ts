/**
 * A page as simple as can be that pans and zooms as many boxes, of the same size and with as many words, as the
 * canvas has cards: what the browser on this machine gives at best.
 */
export function plainPage(boxes: number): string {
  const columns = 25;
  const cards = Array.from({ length: boxes }, (_, index) => {
    const left = (index % columns) * 336;
    const top = Math.floor(index / columns) * 150;
    return `<div class="card" style="left:${left}px;top:${top}px"><b>Stage ${index}</b><br>Tool · node_${index}</div>`;
  });
  return `<!doctype html>
<style>
  body { margin: 0; font: 13px/1.5 sans-serif; overflow: hidden; }
  #pane { position: absolute; inset: 0; }
  #view { transform-origin: 0 0; pointer-events: none; }
  .card { position: absolute; width: 248px; height: 112px; box-sizing: border-box; padding: 12px;
    border: 1.5px solid #c3c6cd; border-radius: 12px; background: #fff; }
</style>
<div id="pane"><div id="view">${cards.join('')}</div></div>
<script>
  let x = 20, y = 20, zoom = 0.14;
  const place = () => { view.style.transform = \`translate(\${x}px, \${y}px) scale(\${zoom})\`; };
  pane.onpointermove = (event) => {
    if (event.buttons === 0) return;
    x += event.movementX;
    y += event.movementY;
    place();
  };
  pane.onwheel = (event) => {
    const next = Math.min(1.75, Math.max(0.1, zoom * 2 ** (-event.deltaY * 0.002)));
    x = event.clientX - ((event.clientX - x) * next) / zoom;
    y = event.clientY - ((event.clientY - y) * next) / zoom;
    zoom = next;
    place();
  };
  place();
</script>`;
}
