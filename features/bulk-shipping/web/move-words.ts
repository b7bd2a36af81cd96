export const ordersIn = (count: number): string => (count === 1 ? '1 order' : `${count} orders`);
