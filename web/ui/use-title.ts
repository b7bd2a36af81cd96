import { useEffect } from 'react';

/** The page's title while this is shown, where a page shows several things at one path; null: that of the page. */
export function useTitle(title: string | null): void {
  useEffect(() => {
    if (title === null) return;
    const before = document.title;
    document.title = title;
    return () => {
      // Another page may have named itself meanwhile.
      if (document.title === title) document.title = before;
    };
  }, [title]);
}
