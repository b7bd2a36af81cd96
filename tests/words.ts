/**
 * The words that the specification puts between quotation marks in its sections 2 (screens), 5 (validation) and 8 (errors), letter by
 * letter, each with the test that sees it on its screen. `{…}` stands for what changes. Kept true by words.test.ts.
 */
type Section = 2 | 5 | 8;

type Screen =
  | 'home'
  | 'search'
  | 'cart panel'
  | 'login dialog'
  | 'quick view'
  | 'specimen page'
  | 'direct purchase'
  | 'checkout'
  | 'order confirmation'
  | 'not found'
  | 'order list'
  | 'upload'
  | 'manage'
  | 'edit'
  | 'console'
  | 'settings';

export type Words = {
  section: Section;
  words: string;
  screen: Screen;
  /** `path › title` of the test. */
  test: string;
};

type BySection = Partial<Record<Section, string[]>>;

function seen(screen: Screen, file: string, title: string, bySection: BySection): Words[] {
  return Object.entries(bySection).flatMap(([section, all]) =>
    all.map((words) => ({
      section: Number(section) as Section,
      words,
      screen,
      test: `${file} › ${title}`,
    })),
  );
}

const home = 'tests/e2e/home.spec.ts';
const cart = 'tests/e2e/cart.spec.ts';
const checkout = 'tests/e2e/checkout.spec.ts';
const confirmation = 'tests/e2e/confirmation.spec.ts';
const direct = 'tests/e2e/direct-purchase.spec.ts';
const journey = 'tests/e2e/journey.spec.ts';
const admin = 'tests/e2e/admin.spec.ts';
const adminOrders = 'tests/e2e/admin-orders.spec.ts';
const settings = 'tests/e2e/admin-settings.spec.ts';
const specimen = 'tests/e2e/specimen.spec.ts';
const upload = 'tests/e2e/admin-specimens-upload.spec.ts';
const manage = 'tests/e2e/admin-specimens-manage.spec.ts';
const desk = 'tests/e2e/admin-desk.spec.ts';
const edit = 'tests/e2e/admin-specimens-edit.spec.ts';

const wholeJourney = 'a visitor searches, opens, carts and orders, and the admin finds the order';
const quickView = 'a quick view has a URL, sells, and says that the order is confirmed';
const failingDirect =
  'the form of a direct purchase names what is missing and keeps what was typed when the order fails';
const failingOrder = 'an order that fails shows an error, and nothing typed is lost';
const noMatches = 'a search without matches says so, and an empty search is refused';
const login = 'the admin logs in and out, and the dialog says what is missing or wrong';
const orderStates = 'the list of orders says when it is loading, empty or cannot be loaded';

export const words: Words[] = [
  ...seen('cart panel', cart, 'an empty cart says so and leads back to shopping', {
    2: ['Your Cart', 'Your cart is empty', 'Continue Shopping'],
  }),
  ...seen(
    'cart panel',
    cart,
    'the cart counts, sums, ships free from 500 dollars on and can be cleared',
    { 2: ['Free', 'Clear Cart'] },
  ),
  ...seen('cart panel', journey, wholeJourney, { 2: ['Proceed to Checkout'] }),
  ...seen('console', cart, 'a specimen without a price is refused, with a message in the console', {
    5: ['Cannot add item without price'],
  }),
  ...seen(
    'console',
    'core/web/selling/cart/cart-context.test.tsx',
    'using the cart outside its provider is an error',
    {
      8: ['useCart must be used within a CartProvider'],
    },
  ),

  ...seen('login dialog', admin, login, {
    2: ['Logging in...'],
    5: ['Username is required', 'Password is required'],
    8: [
      'Login Failed',
      'Invalid username or password. Please try again.',
      'Error',
      'An error occurred during login. Please try again.',
      'Login Successful',
      'You have been logged in as an administrator.',
    ],
  }),

  ...seen('home', home, 'the front page shows its sections in order', {
    2: [
      'Discover the Beauty of',
      'Natural Wonders',
      'Explore Gallery',
      'Our Specimen Gallery',
      'Next Collection',
      'About The {product}',
      'Made with love for mineral enthusiasts.',
    ],
  }),
  ...seen('home', home, 'only the admin is invited to upload', { 2: ['Upload Specimens'] }),
  ...seen('home', home, 'a card shows its badges, and its overlay on hover', {
    2: ['Sold', 'Pending', 'Click to view details'],
  }),
  ...seen('home', home, 'an empty gallery and one that cannot be loaded say so', {
    2: [
      'Unable to load specimens',
      'There was an error loading the specimens. Please try again later.',
      'No specimens found',
      'There are currently no specimens in the collection.',
    ],
  }),
  ...seen('search', home, noMatches, {
    2: [
      'Search Results: "{term}"',
      'Clear search and view all specimens',
      'No matches found',
      'We couldn\'t find any specimens matching "{term}". Try another search term.',
      'View all specimens',
    ],
    5: ['Please enter a search term'],
  }),

  ...seen('quick view', direct, quickView, {
    2: ['Buy Now with Venmo', 'Order Confirmed', 'Processing...'],
  }),
  ...seen('quick view', direct, 'a quick view without its specimen says so', {
    8: ['Specimen not found'],
  }),
  ...seen('direct purchase', direct, failingDirect, {
    5: [
      'Name must be at least 2 characters',
      'Please enter a valid email address',
      'Please enter your full shipping address',
      'Please enter your Venmo username',
    ],
    8: ['Error', 'Failed to create order', 'Failed to place order: {message}'],
  }),

  ...seen('specimen page', specimen, 'a URL that names no specimen says so', {
    2: ['Invalid Specimen ID', 'Error Loading Specimen', 'Return to Gallery'],
    8: ['Failed to fetch specimen'],
  }),
  ...seen(
    'specimen page',
    specimen,
    'a specimen that is sold, pending or not for sale cannot be bought',
    {
      2: ['This specimen is pending sale.', 'Pending Sale', 'This specimen has been sold.'],
    },
  ),
  ...seen('specimen page', specimen, 'a specimen that cannot be fetched says why', {
    8: ['An unknown error occurred'],
  }),
  ...seen('specimen page', specimen, 'a hidden specimen is shown to the admin alone', {
    2: ['Edit Specimen', 'Return to Manage', 'Hidden from Gallery'],
  }),
  ...seen('specimen page', journey, wholeJourney, {
    2: ['Added to Cart'],
    8: ['Added to cart', '{title} has been added to your cart.'],
  }),

  ...seen('checkout', checkout, 'an empty checkout leads back to the gallery', {
    2: ['Your Cart is Empty', 'Return to Gallery'],
  }),
  ...seen(
    'checkout',
    checkout,
    'the checkout names missing fields, and an order from 500 dollars on ships free',
    {
      2: ['(Free)', 'Complete Order'],
      5: [
        'Missing Information',
        'Please fill out all required fields',
        'Please include your order number in the payment description.',
      ],
    },
  ),
  ...seen(
    'checkout',
    'core/web/selling/checkout/checkout-form.test.tsx',
    'an order of an empty cart is refused',
    {
      5: ['Empty Cart', 'Your cart is empty. Add some items before checking out.'],
    },
  ),
  ...seen(
    'checkout',
    checkout,
    'the checkout shows the problems of lines before anything is sent',
    {
      8: ['Failed to fetch Venmo settings'],
    },
  ),
  ...seen('checkout', checkout, failingOrder, {
    2: ['Processing...'],
    8: ['Order Failed', 'Failed to create order'],
  }),
  ...seen('checkout', journey, wholeJourney, {
    8: [
      'Order Placed Successfully',
      'Your order has been placed. Please complete payment via Venmo.',
    ],
  }),

  ...seen('order confirmation', journey, wholeJourney, {
    2: [
      'Order Confirmed!',
      'Your order #{id} has been received successfully.',
      'Multiple items (see order notes for details)',
      'Order contains multiple items',
      'Return to Gallery',
    ],
  }),
  ...seen(
    'order confirmation',
    direct,
    'a purchase on the page of a specimen leads to its order and removes only this specimen from the cart',
    {
      2: ['Specimen'],
    },
  ),
  ...seen(
    'order confirmation',
    confirmation,
    'the confirmation says how to pay, and opens anywhere with its secret link',
    {
      2: [
        'Order Not Found',
        "We couldn't find the order details you're looking for.",
        'Order #{id}',
      ],
    },
  ),
  ...seen(
    'order confirmation',
    confirmation,
    'an order that cannot be fetched is not called missing',
    {
      8: ['Failed to fetch order details'],
    },
  ),

  ...seen('not found', home, 'a path that does not exist shows the not-found screen', {
    2: [
      'Specimen Not Found',
      'Error 404',
      "We couldn't find the crystal or mineral specimen you're looking for.",
      'It might have been sold, moved to a different collection, or the URL may be incorrect.',
      'The {product} Collection • Gems and Minerals',
      'Return to the Collection',
    ],
  }),

  ...seen('order list', journey, wholeJourney, {
    2: ['Order Management', 'Back to Admin Panel', 'Customer Orders'],
  }),
  ...seen('order list', adminOrders, orderStates, {
    2: [
      'Loading...',
      'No Orders Yet',
      'There are no customer orders in the system yet.',
      'Return to Admin Panel',
      'Error loading orders',
      'There was a problem fetching the order data. Please try again later.',
      'Back to Admin',
    ],
  }),
  ...seen('order list', adminOrders, 'an order without lines names no specimen', {
    2: ['Unknown Specimen'],
  }),
  ...seen(
    'order list',
    adminOrders,
    'the status of an order is changed after a preview of the effects',
    {
      8: [
        'Status Updated',
        'The order status has been updated successfully.',
        // Title and text of the toast, which the specification writes as one: 'Error: Failed to update status: {message}'.
        'Failed to update status: {message}',
        'Failed to update order status',
      ],
    },
  ),
  ...seen(
    'order list',
    adminOrders,
    'an order is deleted after a warning, and comes back if that fails',
    {
      8: [
        'Order Deleted',
        'The order has been deleted successfully.',
        'Failed to delete order: {message}',
      ],
    },
  ),

  ...seen('upload', upload, 'missing fields have a message, and nothing is sent', {
    5: [
      'Please provide a title for the specimen',
      'Please select a category',
      'No Main Image Selected',
      'Please select a main image for the specimen',
    ],
  }),
  ...seen('upload', upload, 'a specimen with five pictures is uploaded and shown', {
    8: ['Upload Successful', '{title} has been added to your collection'],
  }),
  ...seen('upload', upload, 'a failed upload has a message, and nothing typed or chosen is lost', {
    8: ['Upload Failed', 'An unknown error occurred'],
  }),
  ...seen(
    'manage',
    desk,
    'Manage shows the whole collection, twelve a page, with links to the other admin pages',
    {
      2: [
        'Return to Main Page',
        'Manage Your Collection',
        'Search specimens by title, category, or description...',
        'Add New Specimen',
        'View Details',
        'Edit Specimen',
        'Delete Permanently',
        'Page {X} of {Y}',
      ],
    },
  ),
  ...seen('manage', manage, 'searching begins at page 1 and says when nothing matches', {
    2: ['No specimens match your search criteria.'],
  }),
  ...seen('manage', manage, 'the switch hides and shows a specimen at once', {
    2: ['Visible in Gallery', 'Hidden from Gallery'],
    8: [
      'Specimen Visible',
      'The specimen is now visible in the gallery',
      'Specimen Hidden',
      'The specimen is now hidden from the gallery',
    ],
  }),
  ...seen('manage', manage, 'a switch that fails goes back with a message', {
    8: ['Error', 'Failed to update specimen visibility'],
  }),
  ...seen('manage', manage, 'deleting asks for confirmation, and reports success and failure', {
    2: ['Are you sure you want to delete "{title}"? This action cannot be undone.'],
    8: [
      'Specimen Deleted',
      'The specimen has been successfully removed from your collection',
      'Failed to delete specimen',
    ],
  }),
  ...seen('manage', manage, 'the list says when it is loading, empty or cannot be loaded', {
    2: [
      'Loading specimens...',
      'Error loading specimens. Please try again.',
      'No specimens found in your collection. Add some specimens to get started.',
      'Upload Specimens',
    ],
  }),
  ...seen('edit', edit, 'every field is changed and saved', {
    2: [
      'Visible in gallery',
      'Leave blank if not for sale',
      'List for sale (enable Venmo checkout)',
      'Save Changes',
      'Saving...',
    ],
    8: ['Specimen Updated', 'The specimen has been successfully updated'],
  }),
  ...seen('edit', edit, 'missing and refused fields have a message, and nothing typed is lost', {
    5: ['Title is required', 'Category is required', 'Validation Error'],
    8: ['Update Failed', 'An unknown error occurred'],
  }),
  ...seen(
    'edit',
    edit,
    'the edit page shows that it is loading, and that a specimen does not exist',
    {
      2: [
        'Loading specimen data...',
        'Failed to load specimen data. The specimen might not exist.',
        'Go Back to Manage',
      ],
    },
  ),
  ...seen(
    'settings',
    settings,
    'the nine tabs are in order and open one at a time, by mouse and by arrow keys',
    { 2: ['Back to Home'] },
  ),
  ...seen('settings', settings, 'the Venmo panel demands a user name and instructions', {
    5: ['Venmo username is required', 'Payment instructions are required'],
  }),
  ...seen('settings', settings, 'every panel reports whether its settings were saved', {
    8: [
      'Error',
      'There was an error updating {section} settings. Please try again.',
      'Settings Updated',
      '{section} settings have been saved successfully.',
    ],
  }),
  ...seen('settings', settings, 'social links are saved by their button', {
    8: ['Saving Social Links'],
  }),
  ...seen('settings', settings, 'settings that cannot be loaded say so and can be loaded again', {
    8: [
      'Error loading {section} settings. Please refresh and try again.',
      'Failed to fetch {section} settings',
      'Failed to load visibility settings. Please try refreshing the page.',
    ],
  }),
];
