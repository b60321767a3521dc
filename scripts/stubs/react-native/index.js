// Empty: package.json says why this package exists.
