export const inquiry = 'admin';
