export const toCollection = { text: 'Return to the Collection' };
export const toGallery = { hash: 'gallery', text: 'Return to Gallery' };
