/**
 * A server-rendered page has the styles that it needs in itself, works without its scripts and replays early clicks once they have loaded. So scripts and the whole
 * stylesheet are fetched after the first frame, which leaves the bandwidth to pictures and fonts. A page opened in the background does not wait for a frame. No page
 * runs its scripts before the end of its document, where their initial data are.
 */
{
  const { styles = '', modules = '' } = (document.currentScript as HTMLScriptElement).dataset;

  const load = () => {
    for (const href of styles.split(' ')) document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
    for (const file of modules.split(' ')) void import(/* @vite-ignore */ file);
  };
  const loadOnceParsed = () => (document.readyState === 'loading' ? addEventListener('DOMContentLoaded', load) : load());

  if (document.hidden) loadOnceParsed();
  else requestAnimationFrame(() => setTimeout(loadOnceParsed));
}
