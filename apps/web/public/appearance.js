// Runs before the first paint, so that a chosen theme or language never flashes the other one.
// A file of its own because a strict content security policy refuses inline scripts.
(() => {
  try {
    const theme = localStorage.getItem('dungji.theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
    if (localStorage.getItem('dungji.locale') === 'en') document.documentElement.lang = 'en';
  } catch {
    // Storage is refused: the system's theme and Korean stay.
  }
})();
