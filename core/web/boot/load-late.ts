/**
 * A server-rendered page works without its scripts. So they and the whole stylesheet are fetched
 * after the first frame, which leaves bandwidth to pictures and fonts; a page opened in the
 * background waits for none. No page runs scripts before the end of its document, where their
 * initial data are.
 */
{
  const { styles = '', modules = '' } = (document.currentScript as HTMLScriptElement).dataset;

  const load = () => {
    for (const href of styles.split(' '))
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'stylesheet', href }),
      );
    for (const file of modules.split(' ')) void import(/* @vite-ignore */ file);
  };
  const loadOnceParsed = () =>
    document.readyState === 'loading' ? addEventListener('DOMContentLoaded', load) : load();

  if (document.hidden) loadOnceParsed();
  else requestAnimationFrame(() => setTimeout(loadOnceParsed));
}
