import ExplorerKit
import TextGrid

/// Labels over the screen: of those that are still meant, the letters that are still to be typed.
enum JumpDrawing {
    static func draw(_ jump: JumpState, on grid: inout Grid) {
        for label in jump.open {
            grid.write(String(label.text.dropFirst(jump.typed.count)), at: label.place.rect.origin, .jump)
        }
    }
}
