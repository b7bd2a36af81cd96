export const cancelled_by_buyer = 'admin';
export const address_by_buyer = 'admin';
