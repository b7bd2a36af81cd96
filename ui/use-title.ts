import { useEffect } from 'react';

/** For a page that shows several things at one path; null: the page's own title. */
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
