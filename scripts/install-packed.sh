#!/usr/bin/env bash
# What the GitHub Action installs (action.yml): the package as it is published, and never the checkout. PACKAGE is a .tgz, a file or an https URL;
# without it the action's own commit is built and packed. It lies at $RUNNER_TEMP/axproof then, and needs no other package.
set -euo pipefail
into="${RUNNER_TEMP:?}/axproof"
package="${PACKAGE:-}"
rm -rf "$into"
mkdir -p "$into"
if [ -z "$package" ]; then
  cd "${GITHUB_ACTION_PATH:?}"
  [ -f dist/axproof.js ] || npm ci --no-audit --no-fund
  package="$RUNNER_TEMP/$(npm pack --silent --ignore-scripts --pack-destination "$RUNNER_TEMP" | tail -n 1)"
fi
case "$package" in
  https://*) curl --fail --silent --show-error --location --proto '=https' --output "$into.tgz" -- "$package" && package="$into.tgz" ;;
  *) [ -f "$package" ] || { echo "::error title=axproof::package: $package is no file and no https URL"; exit 2; } ;;
esac
tar -xzf "$package" -C "$into" --strip-components=1
node "$into/dist/axproof.js" --version
