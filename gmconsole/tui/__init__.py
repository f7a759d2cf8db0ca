"""The console's screen: draws Boards, and composes lines of the command language."""
