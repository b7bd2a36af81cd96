import { IconButton } from '#web/ui/button.tsx';
import { CartIcon } from '#web/ui/icons.tsx';

/** Opens the cart, and says how many pieces are in it. */
export const CartButton = ({ itemCount, onOpen }: { itemCount: number; onOpen: () => void }) => (
  <IconButton label={`Cart, ${itemCount} ${itemCount === 1 ? 'piece' : 'pieces'}`} onClick={onOpen} className="needs-script">
    <CartIcon className="size-6" />
    {itemCount > 0 && (
      <span className="figures absolute top-0.5 right-0 grid h-5 min-w-5 place-items-center rounded-full bg-action px-1 text-xs font-semibold text-on-action">
        {itemCount}
      </span>
    )}
  </IconButton>
);
