import type { Settings } from '#core/contract/admin/settings.ts';
import { renditionUrl } from '#core/contract/media/media-urls.ts';
import crystal from '#core/web/assets/logo.svg';

type Props = { general: Settings['general']; className: string; isLazy?: boolean };

export function Logo({ general: { logo }, className, isLazy = false }: Props) {
  const loading = isLazy ? 'lazy' : undefined;
  if (!logo)
    return (
      <img src={crystal} alt="" width={30} height={30} loading={loading} className={className} />
    );
  const width = logo.widths[0] ?? 'full';
  return (
    <picture>
      <source type="image/avif" srcSet={renditionUrl(logo.id, width, 'avif')} />
      <img
        src={renditionUrl(logo.id, width, 'jpg')}
        alt=""
        width={30}
        height={30}
        loading={loading}
        className={className}
      />
    </picture>
  );
}
