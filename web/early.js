// Runs before anything is painted and before the app is there: puts the chosen colours on, and keeps what is typed
// after Ctrl+K until the app asks for it.
(() => {
  try {
    const theme = JSON.parse(localStorage.getItem('baton:theme') ?? '""');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Where nothing may be stored, the system's colours stay.
  }

  let typed;
  const withModifier = ({ ctrlKey, metaKey, altKey }) => ctrlKey || metaKey || altKey;
  const opens = ({ ctrlKey, metaKey, key }) => (ctrlKey || metaKey) && key.toLowerCase() === 'k';

  function onKeyDown(event) {
    if (typed === undefined) {
      if (!opens(event)) return;
      typed = '';
    } else if (event.key === 'Escape') typed = undefined;
    else if (event.key === 'Backspace') typed = typed.slice(0, -1);
    else if (event.key.length === 1 && !withModifier(event)) typed += event.key;
    else return;
    event.preventDefault();
  }

  addEventListener('keydown', onKeyDown);
  globalThis.takeTyped = () => {
    removeEventListener('keydown', onKeyDown);
    return typed;
  };
})();
