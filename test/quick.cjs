// Settings of mocha for `npm test`.
module.exports = require('./kinds.cjs').settings('quick');
