import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PageSettings } from '#core/contract/admin/settings.ts';
import type { Page } from '#core/contract/storefront/page-kinds.ts';
import { pages } from '#core/contract/storefront/pages.ts';
import { EmailIcon, FacebookIcon, InstagramIcon, TwitterIcon, WarpcastIcon } from '#ui/icons.tsx';
import { LegalLinks } from './legal-links.tsx';
import { Logo } from './logo.tsx';
import { isHidden } from './sections.ts';

const platforms = {
  instagram: { name: 'Instagram', Icon: InstagramIcon },
  facebook: { name: 'Facebook', Icon: FacebookIcon },
  twitter: { name: 'Twitter', Icon: TwitterIcon },
  email: { name: 'Email', Icon: EmailIcon },
  warpcast: { name: 'Warpcast', Icon: WarpcastIcon },
};

/** A bare email address becomes a mailto link. */
const socialHref = (platform: string, url: string) =>
  platform === 'email' && !url.includes(':') ? `mailto:${url}` : url;

/** `year`: in the shop's time zone. */
export function Footer({ settings, year }: { settings: PageSettings; year: number }) {
  const { general, footer_links: footer, section_visibility: visible } = settings;
  const social = settings.social_links.filter((link) => link.enabled && link.url !== '');
  const quickLinks = footer.quickLinks.filter(
    (link) =>
      link.enabled && !(link.href.startsWith('#') && isHidden(settings, link.href.slice(1))),
  );
  const categories = footer.categories.filter((link) => link.enabled);

  return (
    <footer className="room border-t wrap-anywhere print:hidden border-line">
      <div className="page footer-columns">
        <div className="max-sm:col-span-full">
          <p className="flex items-center gap-3 font-serif text-2xl">
            <Logo general={general} isLazy className="size-7.5 object-contain" />
            {general.siteName || general.siteTitle}
          </p>
          <p className="mt-4 max-w-sm text-quiet">{general.siteDescription}</p>
          {social.length > 0 && (
            <ul className="mt-5 -ml-3 flex flex-wrap">
              {social.map(({ platform, url }) => {
                const { name, Icon } = platforms[platform];
                return (
                  <li key={platform}>
                    <a href={socialHref(platform, url)} rel="noopener me" className="social-link">
                      <Icon />
                      <span className="sr-only">{name}</span>
                    </a>
                  </li>
                );
              })}
            </ul>
          )}
        </div>
        <LinkList title="Quick Links">
          {quickLinks.map((link) => (
            <FooterLink key={link.text} {...link} />
          ))}
        </LinkList>
        {/* They filter the gallery. */}
        {!isHidden(settings, 'collections') && visible.gallery && (
          <LinkList title="Categories">
            {categories.map((link) => (
              <FooterLink key={link.text} {...link} />
            ))}
          </LinkList>
        )}
      </div>
      <div className="page flex flex-wrap items-center justify-between gap-x-8 gap-y-1 border-t border-line py-6 text-sm text-quiet">
        <p>
          {footer.copyrightText ||
            general.copyrightText ||
            `© ${year} ${general.siteTitle}. All rights reserved.`}
        </p>
        <LegalLinks pages={settings.legalPages} />
        <ul className="flex flex-wrap gap-x-6">
          <FooterLink text={general.contactEmail} href={`mailto:${general.contactEmail}`} />
          {Object.values<Page>(pages).map(
            ({ isInFooter, path, title }) =>
              isInFooter && <FooterLink key={path} text={title} href={path} />,
          )}
        </ul>
        <p>{general.footerTagline}</p>
      </div>
    </footer>
  );
}

function LinkList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title}>
      <h2 className="label font-sans font-medium text-quiet">{title}</h2>
      <ul className="mt-3">{children}</ul>
    </nav>
  );
}

function FooterLink({ text, href }: { text: string | null; href: string }) {
  const link = { className: 'plain-link', children: text };
  const [path, hash] = href.split('#');
  return (
    <li>
      {/^[/#]/.test(href) ? (
        <Link
          to={path || '/'}
          hash={hash}
          activeProps={{}}
          activeOptions={{ includeHash: !!hash }}
          {...link}
        />
      ) : (
        <a href={href} rel="noopener" {...link} />
      )}
    </li>
  );
}
