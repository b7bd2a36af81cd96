import { Link } from '@tanstack/react-router';
import { specimenParam } from '#core/contract/catalogue/specimen-urls.ts';
import { formatDollars } from '#core/contract/money.ts';
import { type CartItem, normaliseImagePath } from '#core/contract/selling/cart.ts';
import type { CheckedLine } from '#core/contract/selling/cart-check.ts';
import { centsOf } from '#core/contract/selling/cart-totals.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { MinusIcon, PlusIcon, TrashIcon } from '#ui/edit-icons.tsx';
import { stockLimitLabel, troubleOf } from './cart-check.ts';
import { useCart } from './cart-context.tsx';
import { cartPanel } from './cart-store.ts';

type Props = { item: CartItem; checked: CheckedLine | undefined };

export function CartLine({ item, checked }: Props) {
  const cart = useCart();
  const trouble = troubleOf(cart.shippingRule, item, checked);
  const isFull = checked !== undefined && item.quantity >= checked.available;
  const set = (quantity: number) => cart.setQuantity(item.specimenId, quantity);
  const toPiece = {
    to: '/specimen/$specimen',
    params: { specimen: specimenParam({ id: item.specimenId, title: item.title }) },
    onClick: () => cartPanel.set(false),
  } as const;

  return (
    // As a whole, where the focus comes to it after the line above has gone: a key still held would
    // press a button.
    <li
      tabIndex={-1}
      aria-label={item.title}
      className="-outline-offset-2 grid grid-cols-[min(4.5rem,20vw)_minmax(0,1fr)_auto] gap-x-4 py-4"
    >
      <Link {...toPiece} aria-hidden="true" tabIndex={-1} className="self-start">
        <img
          src={normaliseImagePath(item.imageUrl, location.origin)}
          alt=""
          width={72}
          height={72}
          className={`aspect-square w-full bg-[#0b0a0c] object-cover ${trouble?.remedy.kind === 'remove' ? 'opacity-45' : ''}`}
        />
      </Link>
      <div className="min-w-0">
        <Link
          {...toPiece}
          title={item.title}
          className="block truncate font-serif text-prose text-ink no-underline hover:text-accent"
        >
          {item.title}
        </Link>
        <p className="figures text-sm text-quiet">{formatDollars(centsOf(item.price))}</p>
        <div className="mt-1 -ml-2 flex items-center">
          <IconButton label={`One less of ${item.title}`} onClick={() => set(item.quantity - 1)}>
            <MinusIcon className="size-4" />
          </IconButton>
          <span className="figures min-w-6 text-center">
            <span className="sr-only">Quantity </span>
            {item.quantity}
          </span>
          <IconButton
            label={`One more of ${item.title}`}
            disabled={isFull}
            onClick={() => set(item.quantity + 1)}
          >
            <PlusIcon className="size-4" />
          </IconButton>
          {isFull && !trouble && (
            <span className="ml-1 text-xs text-quiet">{stockLimitLabel(checked.available)}</span>
          )}
        </div>
      </div>
      <IconButton
        label={`Remove ${item.title}`}
        onClick={() => cart.remove([item.specimenId])}
        className="-mr-2"
      >
        <TrashIcon />
      </IconButton>
      <LineNotice item={item} checked={checked} className="col-span-3 mt-2" />
    </li>
  );
}

export function LineNotice({ item, checked, className = '' }: Props & { className?: string }) {
  const cart = useCart();
  const trouble = troubleOf(cart.shippingRule, item, checked);
  if (!trouble) return null;
  const { remedy } = trouble;
  return (
    <div
      role="status"
      className={`flex flex-wrap items-center justify-between gap-x-3 callout ${className}`}
    >
      <span className="text-sm text-warn">{trouble.message}</span>
      <Button
        look="plain"
        className="px-2! text-sm underline underline-offset-4"
        onClick={() =>
          remedy.kind === 'remove'
            ? cart.remove([item.specimenId])
            : cart.update(item.specimenId, remedy.change)
        }
      >
        {remedy.kind === 'remove' ? 'Remove' : remedy.label}
      </Button>
    </div>
  );
}
