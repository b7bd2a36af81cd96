import { IconButton } from '#ui/button.tsx';
import { CartIcon } from '#ui/icons.tsx';

export const CartButton = ({ itemCount, onOpen }: { itemCount: number; onOpen: () => void }) => (
  <IconButton
    label={`Cart, ${itemCount} ${itemCount === 1 ? 'piece' : 'pieces'}`}
    onClick={onOpen}
    className="needs-script"
  >
    <CartIcon className="size-6" />
    {itemCount > 0 && <span className="figures cart-count">{itemCount}</span>}
  </IconButton>
);
