import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import type { PageSettings } from '#core/contract/admin/settings.ts';
import type { Page } from '#core/contract/storefront/page-kinds.ts';
import { pages } from '#core/contract/storefront/pages.ts';
import { CloseIcon, MenuIcon } from '#ui/icons.tsx';
import { Logo } from './logo.tsx';
import { SearchBox } from './search-box.tsx';
import { isHidden } from './sections.ts';

type Props = {
  settings: PageSettings;
  isAdmin: boolean;
  /** Stable, so that a changed cart draws nothing else. */
  cart: ReactNode;
  onLogin: () => void;
  onLogout: () => void;
};

type Entry = { label: string; to: string; hash?: string; reloads?: true };

const sections = ['Gallery', 'Collections', 'About'].map((label): Entry & { hash: string } => ({
  label,
  to: '/',
  hash: label.toLowerCase(),
}));

const pageOf = (label: string): Entry => ({ label, to: `/${label.toLowerCase()}` });

/** What features add to the specified links. */
const furtherRooms = Object.values<Page>(pages).flatMap(({ header, path }): Entry[] =>
  header ? [{ ...header, to: path }] : [],
);

const leaving = ['pointerdown', 'focusin'] as const;

export function Header({ settings, isAdmin, cart, onLogin, onLogout }: Props) {
  const { general } = settings;
  const menu = useRef<HTMLDetailsElement>(null);
  const closeMenu = () => {
    // What has the focus is hidden with the menu.
    menu.current?.querySelector('summary')?.focus();
    menu.current?.removeAttribute('open');
  };
  useEffect(() => {
    const leave = ({ target }: Event) => {
      if (!menu.current?.contains(target as Node)) menu.current?.removeAttribute('open');
    };
    for (const type of leaving) document.addEventListener(type, leave);
    return () => {
      for (const type of leaving) document.removeEventListener(type, leave);
    };
  }, []);

  const rooms: Entry[] = [
    { label: 'Home', to: '/' },
    ...sections.filter(({ hash }) => !isHidden(settings, hash)),
    ...(isAdmin ? ['Upload', 'Manage', 'Settings'].map(pageOf) : []),
  ];
  // The small menu is without it.
  const desktop = isAdmin ? [...rooms, pageOf('Orders'), ...furtherRooms] : rooms;
  const authLabel = isAdmin ? 'Logout' : 'Admin Login';

  return (
    <header
      className="room print:hidden sticky top-0 z-30 border-b border-line"
      style={{ viewTransitionName: 'header' }}
    >
      <div className="page flex flex-wrap items-center gap-x-4 min-[1440px]:flex-nowrap desk:gap-x-6">
        <Link to="/" className="brand" aria-label={`${general.siteTitle}, home`}>
          <Logo general={general} className="size-7.5 object-contain" />
          <span className="truncate font-serif text-2xl max-md:sr-only">{general.siteTitle}</span>
        </Link>

        <nav
          aria-label="Main"
          className={`main-nav hidden gap-x-[min(1.5rem,1.9vw)] whitespace-nowrap text-fine desk:flex ${isAdmin ? 'admin-nav' : ''}`}
        >
          {desktop.map((entry) => (
            <HeaderLink key={entry.label} entry={entry} />
          ))}
        </nav>

        <div className="ml-auto flex items-center gap-1 desk:gap-2">
          {settings.section_visibility.gallery && settings.gallery.showSearch && <SearchBox />}
          {cart}
          <button
            type="button"
            onClick={isAdmin ? onLogout : onLogin}
            className="needs-script hidden min-h-11 whitespace-nowrap px-2 text-fine text-quiet transition-[color] hover:text-accent desk:block"
          >
            {authLabel}
          </button>
          <details
            ref={menu}
            className="group desk:hidden"
            onKeyDown={(event) => event.key === 'Escape' && closeMenu()}
          >
            <summary
              aria-label="Menu"
              className="icon-button list-none [&::-webkit-details-marker]:hidden"
            >
              <MenuIcon className="size-6 group-open:hidden" />
              <CloseIcon className="hidden size-6 group-open:block" />
            </summary>
            <nav aria-label="Main" className="room menu-panel">
              <ul>
                {[...rooms, ...(isAdmin ? furtherRooms : [])].map((entry) => (
                  <li key={entry.label}>
                    <HeaderLink entry={entry} onClick={closeMenu} />
                  </li>
                ))}
                <li className="needs-script">
                  <button
                    type="button"
                    onClick={() => {
                      closeMenu();
                      if (isAdmin) onLogout();
                      else onLogin();
                    }}
                  >
                    {authLabel}
                  </button>
                </li>
              </ul>
            </nav>
          </details>
        </div>
      </div>
    </header>
  );
}

function HeaderLink({ entry, onClick }: { entry: Entry; onClick?: () => void }) {
  return (
    <Link
      to={entry.to}
      hash={entry.hash}
      reloadDocument={entry.reloads}
      onClick={onClick}
      className="plain-link"
      activeProps={{}}
      activeOptions={{ includeHash: !!entry.hash }}
    >
      {entry.label}
    </Link>
  );
}
